use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, PartialEq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

extern "C" {
    fn twice(n: i32) -> i32;
}

/// ```
/// let p = cargo_project::double(&cargo_project::Point { x: 1, y: 2 });
/// assert_eq!(p.y, 4);
/// ```
pub fn double(p: &Point) -> Point {
    unsafe { Point { x: twice(p.x), y: twice(p.y) } }
}
