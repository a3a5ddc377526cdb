//! Lists the files of `assets/` so that they become part of the program. A new file needs no
//! registration. An engine for the browser becomes part of it if `MELEE_WASM` names one.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("assets");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (url, file) in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let path = file.to_string_lossy();
        let _ = writeln!(list, "    ({url:?}, include_bytes!({path:?})),");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("assets.rs"), list)?;
    fs::write(out.join("engine.rs"), engine())
}

fn engine() -> String {
    println!("cargo::rerun-if-env-changed=MELEE_WASM");
    let Some(file) = env::var_os("MELEE_WASM").filter(|file| !file.is_empty()) else {
        return "None".to_string();
    };
    let file = PathBuf::from(file);
    println!("cargo::rerun-if-changed={}", file.display());
    format!("Some(include_bytes!({:?}))", file.to_string_lossy())
}

fn collect(dir: &Path, url: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let url = format!("{url}/{name}");
        if entry.file_type()?.is_dir() {
            println!("cargo::rerun-if-changed={}", entry.path().display());
            collect(&entry.path(), &url, files)?;
        } else {
            files.push((url, entry.path()));
        }
    }
    Ok(())
}
