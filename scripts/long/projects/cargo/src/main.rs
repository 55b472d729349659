fn main() {
    println!("{}", serde_json::to_string(&cargo_project::double(&cargo_project::Point { x: 3, y: 4 })).unwrap());
}
