"""hanamachi export: write recorded games as rows of decisions, for imitation learning."""

from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import BadUsage, new_parser
from hanamachi.core.words import Words


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("export", words)
    parser.add_argument("folder", type=Path, metavar="DIR", help=words("flag.export_folder"))
    parser.add_argument("--parquet", type=Path, metavar="FILE", help=words("flag.parquet"))
    parser.add_argument("--jsonl", type=Path, metavar="FILE", help=words("flag.jsonl"))
    given = parser.parse_args(args)
    if not given.parquet and not given.jsonl:
        raise BadUsage("usage", problem=words("problem.required", what="--parquet, --jsonl"))
    written(given.folder, given.parquet, given.jsonl, words)
    return 0


def written(folder: Path, parquet: Path | None, jsonl: Path | None, words: Words) -> None:
    from hanamachi.adapters.decisions import load, write_jsonl, write_parquet

    kept = load(folder)
    for path, write in ((parquet, write_parquet), (jsonl, write_jsonl)):
        if path:
            try:
                rows = write(path, kept)
            except ModuleNotFoundError as error:
                raise BadUsage("no_extra", what=str(error.name), extra="data") from error
            except OSError as error:
                raise BadUsage("cannot_write", path=str(path), problem=str(error)) from error
            print(words("export.done", rows=rows, games=len(kept), path=str(path)))
