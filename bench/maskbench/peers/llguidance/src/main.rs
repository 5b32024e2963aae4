// llguidance as one of MaskBench's engines: `maskbench-llguidance VOCABULARY` reads jobs from its standard input and answers
// each on its standard output. What is timed, and in which modes, is said in ../../../protocol.ts and ../../../run-job.ts;
// `warm` is one grammar compiled for a schema, whose matchers share its lexer.

mod clock;
mod memory;
mod protocol;

use clock::{process_cpu, Stopwatch};
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie, TokenId};
use llguidance::{Matcher, ParserFactory};
use protocol::{Answer, Instance, Job, Pass, Ready, Reason, Token, Vocabulary};
use serde_json::{json, Value};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

const VERSION: &str = "1.9.1";

enum Stop {
    Refused(String),
    OutOfTime(String),
    Failed(String),
}

fn main() {
    let path = std::env::args().nth(1).expect("the path of a vocabulary");
    let text = std::fs::read_to_string(path).expect("a vocabulary");
    let vocabulary: Vocabulary = serde_json::from_str(&text).expect("a vocabulary");
    let mut factory = ParserFactory::new_simple(&environment(vocabulary)).expect("a parser factory");
    factory.quiet();
    let mut watch = Stopwatch::new();
    send(&Ready { ready: true, version: VERSION, clock: watch.overhead });
    for line in std::io::stdin().lock().lines() {
        let job: Job = serde_json::from_str(&line.expect("a line")).expect("a job");
        send(&answer(&factory, &job, &mut watch));
    }
}

fn send<T: serde::Serialize>(message: &T) {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, message).expect("an open pipe");
    out.write_all(b"\n").and_then(|()| out.flush()).expect("an open pipe");
}

fn environment(vocabulary: Vocabulary) -> TokEnv {
    let words: Vec<Vec<u8>> = vocabulary.tokens.iter().map(bytes_of).collect();
    let info = TokRxInfo::new(words.len() as u32, vocabulary.ends[0]);
    Arc::new(ApproximateTokEnv::new(TokTrie::from(&info, &words)))
}

/// Control tokens are those that begin with a byte that no text has.
fn bytes_of(token: &Token) -> Vec<u8> {
    match token {
        Token::Control { control } => [b"\xFF", control.as_bytes()].concat(),
        Token::Text(hex) => (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits"))
            .collect(),
    }
}

fn answer(factory: &ParserFactory, job: &Job, watch: &mut Stopwatch) -> Answer {
    memory::forget_peak();
    let before = memory::peak_bytes();
    let (cpu, began) = (process_cpu(), Instant::now());
    let schema: Value = serde_json::from_str(&job.schema).expect("a schema as JSON");
    let deadline = cpu + 1e6 * job.seconds;
    let mut answer = Answer::default();
    let mut engine = Engine { factory, schema, watch, deadline, contradictions: Vec::new() };
    if let Err(stop) = engine.all(job, &mut answer.passes) {
        match stop {
            Stop::Refused(message) => answer.refusal = Some(Reason { kind: None, code: Some("refused"), message }),
            Stop::OutOfTime(message) => {
                answer.failure = Some(Reason { kind: Some("timeout"), code: None, message })
            }
            Stop::Failed(message) => answer.failure = Some(Reason { kind: Some("crash"), code: None, message }),
        }
    }
    answer.contradictions = engine.contradictions;
    answer.peak_bytes = memory::peak_bytes();
    answer.grown_bytes = answer.peak_bytes.zip(before).map(|(peak, before)| peak - before);
    answer.cpu_share = (process_cpu() - cpu) / (began.elapsed().as_nanos() as f64 / 1e3);
    answer
}

/// The modes wanted that there are; the first when there is none of them.
fn modes_of(job: &Job) -> Vec<&'static str> {
    let modes = ["cold", "warm", "second"];
    let wanted: Vec<&str> = modes.into_iter().filter(|mode| job.modes.iter().any(|wanted| wanted == mode)).collect();
    if wanted.is_empty() { vec![modes[0]] } else { wanted }
}

struct Engine<'a> {
    factory: &'a ParserFactory,
    schema: Value,
    watch: &'a mut Stopwatch,
    /// In microseconds of this process's CPU time.
    deadline: f64,
    contradictions: Vec<String>,
}

/// A text from the start: its first mask is made.
struct Begun {
    matcher: Matcher,
    mask: Option<llguidance::toktrie::SimpleVob>,
    mask_us: f64,
}

impl Engine<'_> {
    fn all(&mut self, job: &Job, passes: &mut Vec<Pass>) -> Result<(), Stop> {
        let mut warm = None;
        for mode in modes_of(job) {
            let mut pass = Pass { mode, ttfm: -1.0, times: Vec::new(), fates: Vec::new() };
            let result = self.pass(&job.instances, &mut pass, &mut warm);
            let (first, mode) = (passes.first().map(|pass| &pass.fates), pass.mode);
            for (i, (before, now)) in first.into_iter().flatten().zip(&pass.fates).enumerate() {
                if before != now {
                    self.contradictions.push(format!("instance {i} is {before} at first, {now} ({mode})"));
                }
            }
            if pass.ttfm >= 0.0 {
                passes.push(pass);
            }
            result?;
        }
        Ok(())
    }

    fn pass(&mut self, instances: &[Instance], pass: &mut Pass, warm: &mut Option<Matcher>) -> Result<(), Stop> {
        let is_cold = pass.mode == "cold";
        let mut compiled = None;
        let mut begin = |engine: &mut Self, compiled: &mut Option<Matcher>| -> Result<(Begun, f64), Stop> {
            let known = if is_cold { compiled } else { &mut *warm };
            let mut all = 0.0;
            if known.is_none() {
                let (matcher, us) = engine.compile()?;
                *known = Some(matcher);
                all = us;
            }
            engine.watch.start();
            let matcher = known.as_ref().expect("compiled").clone();
            all += engine.watch.stop();
            let begun = engine.begin(matcher);
            let all = all + begun.mask_us;
            Ok((begun, all))
        };
        for instance in instances {
            compiled = None;
            let (begun, all) = begin(self, &mut compiled)?;
            if pass.ttfm < 0.0 {
                pass.ttfm = all;
            }
            let mut fate = self.follow(begun, &instance.tokens, &mut pass.times)?;
            if instance.valid && fate != json!("accepted") {
                for order in &instance.reordered {
                    let (again, _) = begin(self, &mut compiled)?;
                    if self.follow(again, order, &mut Vec::new())? == json!("accepted") {
                        fate = json!("accepted reordered");
                        break;
                    }
                }
            }
            pass.fates.push(fate);
        }
        if instances.is_empty() {
            pass.ttfm = begin(self, &mut compiled)?.1;
        }
        Ok(())
    }

    fn compile(&mut self) -> Result<(Matcher, f64), Stop> {
        let schema = self.schema.clone();
        self.watch.start();
        let parser = self.factory.create_parser(TopLevelGrammar::from_json_schema(schema));
        let matcher = Matcher::new(parser);
        let us = self.watch.stop();
        match matcher.get_error() {
            Some(message) => Err(Stop::Refused(message)),
            None => Ok((matcher, us)),
        }
    }

    fn begin(&mut self, mut matcher: Matcher) -> Begun {
        self.watch.start();
        let mask = matcher.compute_mask_or_eos().ok();
        let mask_us = self.watch.stop();
        Begun { matcher, mask, mask_us }
    }

    /// Goes along `tokens`, adding a time for each to `times`; says what became of the text.
    fn follow(&mut self, begun: Begun, tokens: &[TokenId], times: &mut Vec<f32>) -> Result<Value, Stop> {
        let Begun { mut matcher, mut mask, mask_us } = begun;
        let mut us = mask_us;
        for (i, &token) in tokens.iter().enumerate() {
            let Some(allowed) = &mask else {
                return Err(Stop::Failed(matcher.get_error().unwrap_or_default()));
            };
            if !allowed.is_allowed(token) {
                times.push(us as f32);
                return Ok(json!({ "refusedAt": i }));
            }
            self.watch.start();
            let taken = matcher.consume_token(token).is_ok();
            times.push((us + self.watch.stop()) as f32);
            if !taken {
                self.contradictions.push(format!(
                    "token {i} ({token}) is allowed by the mask and refused by the commit: {}",
                    matcher.get_error().unwrap_or_default()
                ));
                return Ok(json!({ "refusedAt": i }));
            }
            if process_cpu() > self.deadline {
                return Err(Stop::OutOfTime(format!("out of time at token {i} of {}", tokens.len())));
            }
            self.watch.start();
            mask = matcher.compute_mask_or_eos().ok();
            us = self.watch.stop();
        }
        let ends = matcher.is_accepting().unwrap_or(false);
        Ok(json!(if ends { "accepted" } else { "end refused" }))
    }
}
