"""API of records: download the record of a finished game, and import one from elsewhere."""

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import record
from hanamachi.core.table import Refused
from hanamachi.server.analysis import jobs
from hanamachi.server.edge.api.requests import Requests, answer, in_process
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.live.new_tables import NewTables
from hanamachi.server.protocol.rest import Opened
from hanamachi.server.runtime.long_logs import in_thread
from hanamachi.server.runtime.process_pool import ProcessPool
from hanamachi.server.tables.model import Playing, may_watch
from hanamachi.server.tables.players import names_on_record


class RecordsApi:
    """`pool` checks imported records."""

    def __init__(self, requests: Requests, pool: ProcessPool, new_tables: NewTables) -> None:
        self.requests, self.pool, self.new_tables = requests, pool, new_tables

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/tables/{table}/record", self.download),
            Route("/records", self.import_record, methods=["POST"]),
        ]

    async def download(self, request: Request) -> Response:
        """Answer with the record of a finished game. Nothing leaves of an unfinished one."""
        async with self.requests.visit(request) as room:
            snapshot = room.snapshot
        if not isinstance(snapshot, Playing) or snapshot.table.result is None:
            raise Refused("not_finished")
        if not may_watch(snapshot, user_of(request)):
            raise Refused("no_spectators")
        names = names_on_record(snapshot.seats, language(request))
        whole = replace(snapshot.table.record(open_seed=True), seats=names)
        data = await in_thread(snapshot.seq, record.write, whole)
        name = f"{snapshot.setup.game}-{request.path_params['table']}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/json", headers=headers)

    async def import_record(self, request: Request) -> Response:
        """Check a finished game from elsewhere and store it as a table."""
        user, _ = await self.requests.named_user(request)
        self.requests.rates.imports.take(user)
        found = await in_process(self.pool, user, jobs.check_record, await request.body())
        setup = replace(found.setup, host=user)
        table = await self.new_tables.add_record(setup, found.seats, found.rows, found.result)
        return answer(Opened(table, {}, setup.commitment), 201)
