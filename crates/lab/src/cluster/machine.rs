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
