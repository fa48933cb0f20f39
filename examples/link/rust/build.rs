// Links the shared library of the prefix that PADDOCK_PREFIX names.
fn main() {
    println!("cargo:rerun-if-env-changed=PADDOCK_PREFIX");
    let prefix = std::env::var("PADDOCK_PREFIX").expect("set PADDOCK_PREFIX to the prefix of an installed Paddock");
    println!("cargo:rustc-link-search=native={prefix}/lib");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
    println!("cargo:rustc-link-lib=dylib=paddock");
}
