//! What a machine says of itself.

/// The model of the processor, as far as the system tells.
pub(crate) fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_string())
    });
    model.unwrap_or_else(|| std::env::consts::ARCH.to_string())
}

/// The name of the machine, as far as the system tells.
pub(crate) fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.map(|name| name.trim().to_string());
    name.or_else(|| std::env::var("HOSTNAME").ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_string())
}

/// The processor time of this process so far in seconds, where the system tells.
pub(crate) fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in brackets that may hold anything; times are the 14th and 15th, in hundredths.
    let after_name = text.rsplit_once(')')?.1;
    let mut times = after_name.split_whitespace().skip(11);
    let user: u64 = times.next()?.parse().ok()?;
    let system: u64 = times.next()?.parse().ok()?;
    Some((user + system) as f64 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_passes_with_work() {
        let Some(before) = cpu_seconds() else {
            println!("skipped: the system does not tell processor times");
            return;
        };
        // Until the clock ticks: a test that could never end if the wrong field were read.
        let mut sum = 0u64;
        while cpu_seconds().is_some_and(|now| now < before + 0.05) {
            sum = (0..100_000).fold(sum, |a, b| std::hint::black_box(a ^ b));
        }
        let now = cpu_seconds().expect("it told before");
        assert!(now >= before + 0.05 && now < before + 60.0);
    }
}
