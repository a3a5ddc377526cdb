//! The target of each law: all are this file under the law's name.

#![no_main]

use std::path::Path;

use melee_laws::Law;

const LAW: Law = melee_laws::law(env!("CARGO_BIN_NAME"));

libfuzzer_sys::fuzz_target!(
    // Before the fuzzer reads them.
    init: LAW.write_samples(Path::new(".")).expect("samples are written"),
    |data: &[u8]| (LAW.check)(data)
);
