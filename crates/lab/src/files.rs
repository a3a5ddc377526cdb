//! The experiments, as they stand in `experiments/`.

macro_rules! experiments {
    ($($id:literal)*) => {
        pub(crate) const FILES: &[&str] =
            &[$(include_str!(concat!("../experiments/", $id, ".toml"))),*];
    };
}

experiments! {
    "gras-3.1" "gras-3.2" "gras-3.3" "gras-3.4" "gras-3.5" "gras-5.1" "gras-5.2" "gras-5.2-time" "gras-5.3"
    "gras-5.3-deeper"
    "gras-5.4" "gras-5.5" "gras-5.6" "gras-5.7" "gras-5.8" "gras-5.9" "gras-5.10" "gras-5.11"
    "gras-5.12" "gras-5.13" "gras-5.14" "gras-5.15" "gras-5.16" "gras-5.17" "gras-5.18" "gras-5.19"
    "gras-5.20" "gras-5.21"
    "esser-2.3" "esser-4.1" "esser-4.4" "esser-fig-6.1" "esser-6.1" "esser-6.2" "esser-6.2.4"
    "esser-6.3" "esser-6.3.3" "esser-6.4" "esser-6.5" "esser-6.6" "esser-6.7" "esser-6.8" "esser-6.9"
    "esser-6.10" "esser-6.11" "esser-6.12" "esser-6.13" "esser-6.14" "esser-6.15" "esser-6.16"
    "esser-6.17" "esser-6.18" "esser-6.19" "esser-6.20" "esser-6.21" "esser-6.22" "esser-6.23"
    "esser-6.24" "esser-paranoid-2500" "esser-paranoid-10000"
    "esser-paranoid-50000" "esser-paranoid-200000" "esser-paranoid-plies"
    "esser-pairs-2500" "esser-pairs-10000" "esser-pairs-50000" "esser-pairs-200000"
    "pantel-fig-4.4" "pantel-fig-5" "pantel-6.1" "pantel-6.3.2" "pantel-fig-6.2" "pantel-fig-6.3"
    "pantel-fig-6.4" "pantel-7"
    "chorus-3.1" "chorus-3.2.2" "chorus-5.1.4" "chorus-5.1.5" "chorus-5.1.5-equal"
    "chorus-5.1.5-standard" "chorus-5.2" "chorus-5.3"
    "chorus-5.4" "chorus-5.5" "chorus-5.6" "chorus-5.7" "chorus-5.8" "chorus-5.9" "chorus-5.10"
    "chorus-5.11" "chorus-5.12" "chorus-5.13" "chorus-5.14" "chorus-5.15" "chorus-5.16"
    "chorus-5.17" "chorus-5.18" "chorus-5.2.1" "chorus-6.1" "chorus-6.3"
    "rwth-5" "rwth-6" "rwth-7" "rwth-compare"
    "papers-opps" "papers-mcts-chinese-checkers" "papers-mcts-rolit" "papers-mcts-focus" "papers-ubfm"
    "papers-ubfm-rolit"
    "map"
}
