//! A search goes as deep as on the stack of a thread, which is larger than what the linker gives.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-zstack-size=4194304");
}
