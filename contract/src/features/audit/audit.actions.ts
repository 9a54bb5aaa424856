import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { auditedChange, auditTarget } from '../../kernel/audit-target.ts'
import { adminScopes } from '../../kernel/permissions.ts'
import { id, instant, line, page, plantId } from '../../kernel/primitives.ts'

/** Who did what, when, with which result. Never holds a password or a code. */
export const auditEntry = z.object({
  id,
  at: instant,
  userid: id.nullable(),
  name: z.string(),
  action: z.string(),
  result: z.string(),
  requestId: z.string(),
  /** What it was done to, by the names of then: of many things the first. */
  things: z.array(auditTarget),
  moreThings: z.int(),
  changes: z.array(auditedChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** What was refused to somebody without standing, counted by minute. Never holds a payload. */
export const securityEvent = z.object({
  at: instant,
  /** The code of the refusal. */
  kind: z.string(),
  /** Null where nobody was signed in. */
  userid: id.nullable(),
  /** Who it was, by the name of now; null where nobody was signed in, or the account is gone. */
  name: z.string().nullable(),
  address: z.string(),
  action: z.string(),
  /** The plant that was asked for first, whether or not there is one. */
  plant_id: id.nullable(),
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

/** That somebody of the office was in a plant, once for each person and hour. */
export const officeVisit = z.object({
  /** The first call in that hour. */
  at: instant,
  userid: id,
  name: z.string(),
  /** The national office or a business area. */
  scope: z.enum(adminScopes).nullable(),
})
export type OfficeVisit = z.infer<typeof officeVisit>

/** Lines that an answer looks through: the newest. Of a table of years all would take longer than an answer may. */
export const maxScannedRows = 50_000
/** Lines up to this moment are kept, but were not looked through; null where all were. */
const unscannedUntil = instant.nullable()

export const auditActions = defineActions({
  /** Who of the office was in a plant, newest first: one line for each person and hour. Nothing changes it. */
  getAccessLog: {
    permission: 'audit.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      scope: z.enum(adminScopes).optional(),
      /** A part of the name. */
      search: line(80).default(''),
    }),
    output: z.object({ visits: z.array(officeVisit).max(1000), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** What was refused to strangers on the whole platform, and sign-ins that failed, newest first. */
  getSecurityEvents: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(1000).default(100),
      /** Only refusals with this code. */
      kind: line(60).optional(),
      /** A part of a name, an e-mail address, a network address or the name of an action. */
      search: line(80).default(''),
    }),
    output: z.object({ events: z.array(securityEvent), total: z.int(), notSince: unscannedUntil }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** What the caller did to the own account, and what was done under its address: sign-ins, passwords, profile; newest first, 25 a page. */
  getOwnAudit: {
    permission: 'account',
    input: z.strictObject({ page }),
    output: z.object({ entries: z.array(auditEntry), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** The same of another account, for the national office. */
  getUserAudit: {
    permission: 'admin.nto',
    input: z.strictObject({ userId: id, page }),
    output: z.object({ entries: z.array(auditEntry), total: z.int() }),
    errors: ['UserNotFoundException'],
    effect: 'read',
    cost: 4,
  },
  /** The audit of a plant, newest first. */
  getAudit: {
    permission: 'audit.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      /** Only entries of the action of this name; the word `action` itself names what is called. */
      ofAction: line(60).optional(),
      /** A part of the name of who did it, or of what it was done to: sought in the newest entries. */
      search: line(80).default(''),
    }),
    output: z.object({ entries: z.array(auditEntry), total: z.int(), notSince: unscannedUntil }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
})
