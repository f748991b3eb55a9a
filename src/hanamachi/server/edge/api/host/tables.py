"""API of the host's page: tables and reports."""

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.server.edge.api.host.desk import Desk, host_of
from hanamachi.server.edge.api.requests import answer
from hanamachi.server.edge.errors import language
from hanamachi.server.moderation import deeds, reports
from hanamachi.server.moderation.closing import close_table
from hanamachi.server.moderation.house_rules import checked_text
from hanamachi.server.moderation.tables_here import tables_here
from hanamachi.server.protocol.host import Deed


class HostTablesApi:
    """Routes under /host/tables and /host/reports. `spectators`: their number at this worker, by table."""

    def __init__(self, desk: Desk, spectators: Callable[[], dict[str, int]]) -> None:
        self.desk, self.spectators = desk, spectators
        self.requests = desk.requests

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        report = "/host/reports/{report}"
        return [
            Route("/host/tables", self.list_tables),
            Route("/host/tables/{table}/close", self.close, methods=["POST"]),
            Route("/host/reports", self.list_reports),
            Route(f"{report}/take", self.take, methods=["POST"]),
            Route(f"{report}/leave", self.leave, methods=["POST"]),
            Route(f"{report}/resolve", self.resolve, methods=["POST"]),
        ]

    async def list_tables(self, request: Request) -> Response:
        """Answer with the tables whose game is not over."""
        look = partial(
            tables_here,
            handles=self.desk.handles,
            lang=language(request),
            worker=self.desk.store.worker,
            spectators=self.spectators(),
        )
        return answer(await self.desk.read(look))

    async def close(self, request: Request) -> Response:
        """End a table without a result, and tell its players why."""
        wish = await self.requests.body(request, Deed)
        why = deeds.needed(checked_text(wish.why))
        await self.desk.check(request)
        table = self.desk.name_in_path(request, "table")
        await close_table(self.requests.rooms, host_of(request), table, why, wish.report)
        await self.desk.followed()
        return await self.list_tables(request)

    async def list_reports(self, request: Request) -> Response:
        """Answer with the reports that wait, or with all."""
        look = partial(
            reports.list_reports,
            handles=self.desk.handles,
            me=host_of(request).user,
            answered=bool(request.query_params.get("all")),
        )
        return answer(await self.desk.read(look))

    async def take(self, request: Request) -> Response:
        """Mark a report as being answered by this host."""
        report = self.desk.name_in_path(request, "report")
        await self.desk.do(request, partial(reports.take, report=report, host=host_of(request)))
        return await self._one(request, report)

    async def leave(self, request: Request) -> Response:
        """Leave a report to other hosts."""
        report = self.desk.name_in_path(request, "report")
        await self.desk.do(request, partial(reports.leave, report=report, host=host_of(request)))
        return await self._one(request, report)

    async def _one(self, request: Request, report: str) -> Response:
        look = partial(reports.one_report, report=report, handles=self.desk.handles, me=host_of(request).user)
        return answer(await self.desk.read(look))

    async def resolve(self, request: Request) -> Response:
        """Note that nothing need be done about a report."""
        report = self.desk.name_in_path(request, "report")
        await self.desk.do(request, deeds.nothing(host_of(request), report))
        return await self.list_reports(request)
