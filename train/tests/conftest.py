import nim
import pytest
import twins


@pytest.fixture(scope="session")
def nim_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "nim.data"
    twins.write(path, nim.HEADER, nim.games(2000, seed=1))
    return path
