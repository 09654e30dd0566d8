//! Records of several runs as one: a block holds all games of a deal, whatever run they come from,
//! so that errors are over deals. Of turns only the refused ones are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rummilab_record::{Block, BotEntry, Difference, GameRecord, Header, TurnRecord};
use rummilab_stats::SummaryBuilder;

use crate::error::RunsError;
use crate::folder::{read_blocks, recorded_plan, summary_builder, until_torn};
use crate::programs::ChangedBots;

/// The games of several records, by deal.
#[derive(Default)]
pub(crate) struct Pool {
    /// The first record, and what all have in common, with the bots of all.
    common: Option<(PathBuf, Header)>,
    hashes: BTreeSet<String>,
    deals: BTreeMap<DealKey, Block>,
}

/// Seed, salt and number of a deal.
type DealKey = (u64, Option<String>, u64);

/// A record in a pool.
pub(crate) struct Pooled {
    pub header: Header,
    /// Its complete blocks.
    pub blocks: u64,
}

impl Pool {
    /// A pool without games that has the bots of this header first.
    pub fn of(place: &Path, header: Header) -> Pool {
        Pool {
            common: Some((place.to_owned(), header)),
            ..Pool::default()
        }
    }

    /// Adds the complete blocks of a record, if `check` lets its header pass. Games that another
    /// record has too count once.
    ///
    /// # Errors
    /// [`RunsError::NotPooled`] if rules, players or a bot differ; [`RunsError::OtherGames`] if the
    /// games of a deal do.
    pub fn add(
        &mut self,
        games: &Path,
        changes: ChangedBots,
        check: impl FnOnce(&Header) -> Result<(), RunsError>,
    ) -> Result<Pooled, RunsError> {
        let (header, blocks) = read_blocks(games)?;
        check(&header)?;
        let plan = recorded_plan(&header, games)?;
        let places = self.admit(games, &header, changes)?;
        let mut found = 0;
        for block in until_torn(blocks) {
            let mut block = block?;
            let number = block.block;
            for game in &mut block.games {
                keep_result(game);
                for bot in &mut game.seating {
                    *bot = places[usize::from(*bot)];
                }
            }
            block.block = plan.deal_id(number, 0).of();
            self.push((header.seed, header.salt.clone(), block.block), block)
                .map_err(|()| RunsError::OtherGames(games.to_owned(), number))?;
            found += 1;
        }
        self.hashes.insert(header.plan_hash.clone());
        Ok(Pooled {
            header,
            blocks: found,
        })
    }

    fn push(&mut self, key: DealKey, mut block: Block) -> Result<(), ()> {
        let Some(pooled) = self.deals.get_mut(&key) else {
            self.deals.insert(key, block);
            return Ok(());
        };
        let bots = |game: &GameRecord| {
            let mut bots = game.seating.to_vec();
            bots.sort_unstable();
            bots
        };
        let met = block.games.first().map(bots);
        let known: Vec<&GameRecord> = pooled
            .games
            .iter()
            .filter(|game| Some(bots(game)) == met)
            .collect();
        let same = known.iter().copied().eq(&block.games);
        if pooled.deals != block.deals || !(known.is_empty() || same) {
            return Err(());
        }
        if known.is_empty() {
            pooled.games.append(&mut block.games);
        }
        Ok(())
    }

    /// The places of the bots of a record among those of the pool.
    fn admit(
        &mut self,
        games: &Path,
        header: &Header,
        changes: ChangedBots,
    ) -> Result<Vec<u16>, RunsError> {
        let nobody = || Header {
            bots: Vec::new(),
            ..header.clone()
        };
        let (first, common) = self
            .common
            .get_or_insert_with(|| (games.to_owned(), nobody()));
        let refused = |difference| {
            let (first, games) = (first.clone(), games.to_owned());
            RunsError::NotPooled(first, games, Box::new(difference))
        };
        if common.rules != header.rules {
            return Err(refused(Difference::Rules));
        }
        if common.players != header.players {
            return Err(refused(Difference::Players));
        }
        let mut places = Vec::with_capacity(header.bots.len());
        for bot in &header.bots {
            let place = common.bots.iter().position(|one| one.label == bot.label);
            if let Some(known) = place.map(|place| &mut common.bots[place]) {
                if let Some(difference) = difference(bot, known, changes) {
                    return Err(refused(difference));
                }
                for program in &bot.programs {
                    if !known.programs.contains(program) {
                        known.programs.push(program.clone());
                    }
                }
            } else {
                common.bots.push(bot.clone());
            }
            places.push(place.unwrap_or(common.bots.len() - 1) as u16);
        }
        Ok(places)
    }

    /// The header of all games, with the bots of all records; `None` without records.
    pub fn header(&self) -> Option<Header> {
        let (_, common) = self.common.as_ref()?;
        let mut hasher = blake3::Hasher::new();
        self.hashes.iter().for_each(|hash| {
            hasher.update(hash.as_bytes());
        });
        Some(Header {
            plan: String::new(),
            plan_hash: hasher.finalize().to_hex().to_string(),
            ..common.clone()
        })
    }

    /// The deals in order, each with all its games.
    pub fn deals(&self) -> impl Iterator<Item = &Block> {
        self.deals.values()
    }

    /// The figures of all games; ratings count from the bot of this place.
    pub fn figures(&self, header: &Header, anchor: usize) -> SummaryBuilder {
        let mut builder = summary_builder(header, None).anchored(anchor);
        self.deals().for_each(|deal| builder.push(deal));
        builder.whole()
    }
}

/// Drops what figures of results do not need.
fn keep_result(game: &mut GameRecord) {
    game.turns
        .retain(|turn| matches!(turn, TurnRecord::Refused(_)));
    game.put_back.clear();
}

/// The difference of two bots of one name; none between programs where changes are accepted.
fn difference(found: &BotEntry, known: &BotEntry, changes: ChangedBots) -> Option<Difference> {
    if found.canonical != known.canonical {
        return Some(Difference::Bots);
    }
    if found.programs != known.programs && changes == ChangedBots::Refuse {
        let words = |bot: &BotEntry| bot.with_version();
        return Some(Difference::Program {
            bot: found.label.clone(),
            found: words(found),
            wanted: words(known),
        });
    }
    (found.version != known.version).then(|| Difference::Version {
        bot: found.label.clone(),
        found: found.version,
        wanted: known.version,
    })
}
