use std::process::Command;

#[test]
fn printed() {
    let out = Command::new(env!("CARGO_BIN_EXE_cargo-project")).output().unwrap();
    let point: cargo_project::Point = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(point, cargo_project::Point { x: 6, y: 8 });
}
