//! Inputs for an entry point without a fuzzer: first the kept corpus, then inputs derived from it,
//! the same for every run. Without coverage this finds less than `cargo fuzz`; see
//! `fuzz/README.md`.

use std::fs;
use std::num::NonZeroU64;
use std::panic::catch_unwind;
use std::path::Path;

use rummilab::chance::{Key, Stream};

/// Inputs made for each target unless `FUZZ_INPUTS` says otherwise.
const INPUTS: u64 = 100;

/// Values at which readers break.
const EDGES: [u64; 7] = [0, 1, 0x7f, 0xff, 0xffff, u32::MAX as u64, u64::MAX];

struct Mutator {
    corpus: Vec<Vec<u8>>,
    stream: Stream,
}

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        let bound = NonZeroU64::new(bound as u64 + 1).expect("more than none");
        self.stream.below(bound) as usize
    }

    /// A piece of some input of the corpus.
    fn piece(&mut self) -> Vec<u8> {
        let input = self.stream.pick(&self.corpus).expect("a corpus").clone();
        let from = self.below(input.len());
        let length = self.below(16.min(input.len() - from));
        input[from..from + length].to_vec()
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len());
        let to = at + self.below(8.min(input.len() - at));
        let put = match self.below(5) {
            0 => Vec::new(),
            1 => {
                let edge = EDGES[self.below(EDGES.len() - 1)].to_le_bytes();
                edge[..(to - at).min(8)].to_vec()
            }
            2 => EDGES[self.below(EDGES.len() - 1)].to_string().into_bytes(),
            3 => vec![self.below(255) as u8; to - at],
            _ => self.piece(),
        };
        input.splice(at..to, put);
    }

    fn input(&mut self) -> Vec<u8> {
        let mut input = self.stream.pick(&self.corpus).expect("a corpus").clone();
        for _ in 0..=self.below(3) {
            self.change(&mut input);
        }
        input
    }
}

/// Checks an entry point on its corpus, in the folder of this crate's repository, and on inputs
/// made of that.
pub fn check(name: &str, seed: u64, entry_point: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(name);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a corpus")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let corpus = files
        .iter()
        .map(|file| fs::read(file).expect("an input"))
        .collect();
    let mut mutator = Mutator {
        corpus,
        stream: Stream::new(Key::sample(1, "fuzz", seed)),
    };
    for input in &mutator.corpus {
        entry_point(input);
    }
    let inputs = std::env::var("FUZZ_INPUTS").map_or(INPUTS, |n| n.parse().expect("a number"));
    for number in 0..inputs {
        let input = mutator.input();
        if catch_unwind(|| entry_point(&input)).is_err() {
            let kept = std::env::temp_dir().join(format!("fuzz-{name}-{number}"));
            fs::write(&kept, &input).expect("a file");
            panic!("{name} breaks on {}", kept.display());
        }
    }
}
