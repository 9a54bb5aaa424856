import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { auditedChange, auditTarget } from '../../kernel/audit-target.ts'
import { adminScopes } from '../../kernel/permissions.ts'
import { id, instant, line, page, plantId } from '../../kernel/primitives.ts'

/** Who did what, when, with which result. Never contains a password or a code. */
export const auditEntry = z.object({
  id,
  at: instant,
  userid: id.nullable(),
  name: z.string(),
  /** Access token of the acting program, under its name at the time; null without one. */
  token: z.object({ id, name: z.string() }).nullable(),
  action: z.string(),
  result: z.string(),
  requestId: z.string(),
  /** First targets, under their names at the time. */
  things: z.array(auditTarget),
  moreThings: z.int(),
  changes: z.array(auditedChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Address of events from an operator's command instead of a request. */
export const operatorAddress = 'operator'

/**
 * Refusals of callers without access, and changes of office accounts by the operator; counted by minute. Never contains
 * a payload.
 */
export const securityEvent = z.object({
  at: instant,
  /** Error code of the refusal, or the kind of change. */
  kind: z.string(),
  /** Null for callers who were not signed in. The changed account, if the operator changed one. */
  userid: id.nullable(),
  /** Current name of the account, or the pseudonym of an erased one; null if nobody was signed in. */
  name: z.string().nullable(),
  /** Current company of the account; null without an account, and empty if it has none. */
  company: z.string().nullable(),
  /** Network address, or {@link operatorAddress}. */
  address: z.string(),
  action: z.string(),
  /** Requested plant of the first call, whether or not it exists. */
  plant_id: id.nullable(),
  /** Current name of the plant; null if there is none. */
  plantname: z.string().nullable(),
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

/** Visit of a person of the office to a plant, one entry per person and hour. */
export const officeVisit = z.object({
  /** First call in this hour. */
  at: instant,
  userid: id,
  name: z.string(),
  /** The national office or a business area. */
  scope: z.enum(adminScopes).nullable(),
})
export type OfficeVisit = z.infer<typeof officeVisit>

/** Maximum rows scanned by a search, newest first. Scanning years of rows would exceed the time limit of an answer. */
export const maxScannedRows = 50_000
/** Rows up to this moment exist but were not scanned; null if all were. */
const unscannedUntil = instant.nullable()

/** Audit of actions: per plant, per person and for the whole installation; visits of the office. */
export const auditActions = defineActions({
  /** Lists visits of the office to a plant, newest first, one entry per person and hour. Nothing can change them. */
  getAccessLog: {
    permission: 'audit.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      scope: z.enum(adminScopes).optional(),
      /** Part of the name. */
      search: line(80).default(''),
    }),
    output: z.object({ visits: z.array(officeVisit).max(1000), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Lists refusals of callers without access on the whole platform, and failed sign-ins, newest first. */
  getSecurityEvents: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(1000).default(100),
      /** Only refusals with this code. */
      kind: line(60).optional(),
      /** Part of a name, an e-mail address, a network address or an action name. */
      search: line(80).default(''),
    }),
    output: z.object({ events: z.array(securityEvent), total: z.int(), notSince: unscannedUntil }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * Lists the caller's actions on the own account and events under its address: sign-ins, passwords, profile; newest
   * first, 25 a page.
   */
  getOwnAudit: {
    permission: 'account',
    input: z.strictObject({ page }),
    output: z.object({ entries: z.array(auditEntry), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Same list of another account, for the national office. */
  getUserAudit: {
    permission: 'admin.nto',
    input: z.strictObject({ userId: id, page }),
    output: z.object({ entries: z.array(auditEntry), total: z.int() }),
    errors: ['UserNotFoundException'],
    effect: 'read',
    cost: 4,
  },
  /** Lists the audit of a plant, newest first. */
  getAudit: {
    permission: 'audit.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      /** Only entries of the action with this name. Not called `action`, because this field names the called action. */
      ofAction: line(60).optional(),
      /** Part of the name of the actor or of a target; only the newest entries are searched. */
      search: line(80).default(''),
    }),
    output: z.object({ entries: z.array(auditEntry), total: z.int(), notSince: unscannedUntil }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
})
