// The most memory held since it was last asked, as ../../../memory-use.ts finds it out.

use std::fs;

pub fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

pub fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}
