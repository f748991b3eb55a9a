/** The REST calls of the host's page. Players do not load them. */
import { call } from "../api/rest";
import type {
  BanDeed,
  BanInfo,
  Deed,
  GuestsWish,
  HostLinkState,
  HostPage,
  InvitationCode,
  Journal,
  LimitInfo,
  LimitWish,
  MessageOfTheDay,
  MuteDeed,
  PersonHere,
  RegistrationWish,
  RenameDeed,
  ReportInfo,
  SharedAddress,
  TableHere,
} from "../api/wire";

const person = (handle: string, deed: string): string => `/host/people/${encodeURIComponent(handle)}/${deed}`;
const report = (id: string, deed: string): string => `/host/reports/${encodeURIComponent(id)}/${deed}`;

export const calls = {
  bindLink: (link: string) => call<HostLinkState>("POST", "/host/link", { link }),
  link: () => call<HostLinkState>("GET", "/host/link"),
  useLink: () => call<HostPage>("POST", "/host/link/use", {}),
  page: () => call<HostPage>("GET", "/host"),
  leave: () => call<undefined>("DELETE", "/host"),
  people: () => call<PersonHere[]>("GET", "/host/people"),
  find: (name: string) => call<PersonHere[]>("GET", `/host/people?name=${encodeURIComponent(name)}`),
  warn: (handle: string, deed: Deed) => call<PersonHere>("POST", person(handle, "warn"), deed),
  mute: (handle: string, deed: MuteDeed) => call<PersonHere>("POST", person(handle, "mute"), deed),
  unmute: (handle: string) => call<PersonHere>("POST", person(handle, "unmute"), {}),
  rename: (handle: string, deed: RenameDeed) => call<PersonHere>("POST", person(handle, "rename"), deed),
  endSessions: (handle: string, deed: Deed) => call<PersonHere>("POST", person(handle, "end-sessions"), deed),
  ban: (handle: string, deed: BanDeed) => call<PersonHere>("POST", person(handle, "ban"), deed),
  address: (handle: string) => call<SharedAddress>("GET", person(handle, "address")),
  tables: () => call<TableHere[]>("GET", "/host/tables"),
  close: (table: string, deed: Deed) =>
    call<TableHere[]>("POST", `/host/tables/${encodeURIComponent(table)}/close`, deed),
  reports: () => call<ReportInfo[]>("GET", "/host/reports"),
  take: (id: string) => call<ReportInfo>("POST", report(id, "take"), {}),
  give: (id: string) => call<ReportInfo>("POST", report(id, "leave"), {}),
  resolve: (id: string) => call<ReportInfo[]>("POST", report(id, "resolve"), {}),
  bans: () => call<BanInfo[]>("GET", "/host/bans"),
  lift: (ban: string) => call<BanInfo[]>("POST", `/host/bans/${encodeURIComponent(ban)}/lift`, {}),
  say: (message: MessageOfTheDay) => call<HostPage>("PUT", "/host/message", message),
  register: (wish: RegistrationWish) => call<HostPage>("PUT", "/host/registration", wish),
  invite: () => call<InvitationCode>("POST", "/host/invitations", {}),
  voidInvitations: () => call<HostPage>("DELETE", "/host/invitations"),
  letIn: (wish: GuestsWish) => call<HostPage>("PUT", "/host/guests", wish),
  limits: () => call<LimitInfo[]>("GET", "/host/limits"),
  limit: (wish: LimitWish) => call<LimitInfo[]>("PUT", "/host/limits", wish),
  log: (before?: number) => call<Journal>("GET", `/host/log${before ? `?before=${before}` : ""}`),
};
