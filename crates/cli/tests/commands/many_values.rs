//! A build with the feature `many-values`: values beyond those of the usual build.

use crate::common::{run_in, told};

#[test]
fn solves_with_sixty_values_and_refuses_what_goes_further() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = |solver: &str| {
        let ask = "solve --option values=60 --table 'R58 R59 R60 ; K7 B7 O7' --json";
        told(&format!("{ask} --rack 'R57 J R16 R17' --solver {solver}"))
    };
    for solver in ["search", "ilp"] {
        let best = r#""tiles":4,"value":90,"played":"R16 R17 R57 J""#;
        assert!(solved(solver).contains(best), "{}", solved(solver));
    }
    let refused = |args: &str, because: &str| {
        let (code, out, err) = run_in(folder.path(), args, "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(because), "{err}");
    };
    let most = "`values` is 61; expected 3 to 60";
    refused("solve --option values=61 --rack R1", most);
    let kinds = "`values` is 60; expected 3 to 41";
    refused(
        "solve --option values=60 --option colours=6 --rack R1",
        kinds,
    );
    // A record has a byte for each tile.
    let values = "`values` is 16; a match has values up to 15";
    refused(
        "tournament --option values=16 --deals 1 --bots greedy,hold --out run",
        values,
    );
    assert!(!folder.path().join("run").exists());
}
