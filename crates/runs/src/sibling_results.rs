//! The known results of a run: those in this program's folder and in the folders of other shards
//! beside it. It never waits: the result of a block not yet played is unknown.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rummilab_record::{Block, Header, Reader};

use crate::union::records_at;

/// The search for results takes at most one part in this many of the time.
const SELDOM: u32 = 10;

pub struct SiblingResults {
    results: BTreeMap<u64, Block>,
    /// Blocks below this are no longer asked for.
    taken: u64,
    beside: Option<Beside>,
}

/// The folders of the other shards.
struct Beside {
    own: PathBuf,
    header: Header,
    /// The earliest time of the next search.
    next_look: Instant,
}

impl SiblingResults {
    /// No results. With a header, the folders beside `own` are searched for records with that
    /// header; `own` need not exist yet.
    pub fn new(own: &Path, header: Option<Header>) -> SiblingResults {
        let beside = header.map(|header| Beside {
            own: own.to_owned(),
            header,
            next_look: Instant::now(),
        });
        SiblingResults {
            results: BTreeMap::new(),
            taken: 0,
            beside,
        }
    }

    /// Adds the results of a block.
    pub fn push(&mut self, mut block: Block) {
        if block.block < self.taken {
            return;
        }
        // Only the results are needed; turns and deals would fill the memory.
        block.deals.clear();
        for game in &mut block.games {
            game.turns = Vec::new();
            game.put_back = Vec::new();
        }
        self.results.insert(block.block, block);
    }

    /// The results of a block, if some shard has played it.
    pub fn get(&mut self, block: u64) -> Option<Block> {
        let due = |beside: &Beside| Instant::now() >= beside.next_look;
        if !self.results.contains_key(&block) && self.beside.as_ref().is_some_and(due) {
            self.look();
        }
        self.results.get(&block).cloned()
    }

    /// The results of a block, if some shard has played it. Those up to it are not asked for again.
    pub fn take(&mut self, block: u64) -> Option<Block> {
        let found = self.get(block)?;
        self.taken = block + 1;
        self.results = self.results.split_off(&self.taken);
        Some(found)
    }

    fn look(&mut self) {
        let Some(mut beside) = self.beside.take() else {
            return;
        };
        let begin = Instant::now();
        // Other programs may be writing or may have removed files; unreadable files count as
        // unknown.
        let parent = beside.own.canonicalize().ok();
        let parent = parent.as_deref().and_then(Path::parent);
        let files = parent.and_then(|parent| records_at(parent).ok());
        for file in files.unwrap_or_default() {
            let Ok(reader) = Reader::open(&file) else {
                continue;
            };
            if *reader.header() == beside.header {
                reader
                    .map_while(Result::ok)
                    .for_each(|block| self.push(block));
            }
        }
        beside.next_look = Instant::now() + begin.elapsed() * SELDOM + Duration::from_millis(100);
        self.beside = Some(beside);
    }
}
