// ../../../protocol.ts, as far as it is spoken here: a line of JSON for every job, and one for every answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The vocabulary: the bytes of each token in hexadecimal, or the name of a control token.
#[derive(Deserialize)]
pub struct Vocabulary {
    pub ends: Vec<u32>,
    pub tokens: Vec<Token>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Token {
    Text(String),
    Control { control: String },
}

#[derive(Deserialize)]
pub struct Job {
    pub schema: String,
    pub instances: Vec<Instance>,
    pub seconds: f64,
    pub modes: Vec<String>,
}

#[derive(Deserialize)]
pub struct Instance {
    pub valid: bool,
    pub tokens: Vec<u32>,
    pub reordered: Vec<Vec<u32>>,
}

#[derive(Serialize)]
pub struct Ready {
    pub ready: bool,
    pub version: &'static str,
    pub clock: f64,
}

#[derive(Serialize)]
pub struct Reason {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    pub message: String,
}

#[derive(Serialize)]
pub struct Pass {
    pub mode: &'static str,
    pub ttfm: f64,
    pub times: Vec<f32>,
    pub fates: Vec<Value>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Reason>,
    pub passes: Vec<Pass>,
    pub contradictions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grown_bytes: Option<u64>,
    pub cpu_share: f64,
}
