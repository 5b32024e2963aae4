// Times of single calls: wall time, and where that is long the lesser of wall and process CPU time. The CPU time of this
// process leaves out the waits for a core, as ../../../stopwatch.ts does. What reading the clock takes is measured and left out.

use std::time::Instant;

const LONG_US: f64 = 50.0;

pub struct Stopwatch {
    cpu: f64,
    began: Instant,
    pub overhead: f64,
}

/// CPU time of this process in microseconds.
pub fn process_cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

impl Stopwatch {
    pub fn new() -> Self {
        let mut watch = Stopwatch { cpu: 0.0, began: Instant::now(), overhead: 0.0 };
        let mut empty: Vec<f64> = (0..20_001)
            .map(|_| {
                watch.start();
                watch.stop()
            })
            .collect();
        empty.sort_by(f64::total_cmp);
        watch.overhead = empty[empty.len() / 2];
        watch
    }

    pub fn start(&mut self) {
        self.cpu = process_cpu();
        self.began = Instant::now();
    }

    /// Microseconds since `start`.
    pub fn stop(&self) -> f64 {
        let wall = self.began.elapsed().as_nanos() as f64 / 1e3;
        let us = if wall < LONG_US { wall } else { wall.min(process_cpu() - self.cpu) };
        (us - self.overhead).max(0.0)
    }
}
