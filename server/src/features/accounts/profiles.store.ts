import { statesAllowingDecision } from '@vigilux/contract/features/accounts/account.rules.ts'
import {
  appConfigLimits,
  type IdentityCheck,
  type SignUp,
  type UserInfos,
  type ValidationDecision,
  type ValidationState,
} from '@vigilux/contract/features/accounts/account.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { accountTable, profileTable, sessionTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { pictureAddress } from '../pictures/index.ts'

/** Maximum recent plants offered to a person. */
const recentLimit = 8

export type ProfileRow = typeof profileTable.$inferSelect
export type UserRow = typeof userTable.$inferSelect

/** Puts a plant first in a person's recent ones. */
export const recordRecentPlant = async (tx: Tx, userId: string, plantId: string): Promise<void> => {
  await tx
    .update(profileTable)
    .set({
      recentPlants: sql`(array_prepend(${plantId}::uuid, array_remove(${profileTable.recentPlants}, ${plantId}::uuid)))[1:${sql.raw(String(recentLimit))}]`,
    })
    .where(eq(profileTable.userId, userId))
}

export const findUserByEmail = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(userTable).where(eq(userTable.email, email))
  return row
}

export const findLanguage = async (tx: Tx, email: string): Promise<Language> => {
  const [row] = await tx
    .select({ language: profileTable.language })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, profileTable.userId))
    .where(eq(userTable.email, email))
  return row?.language ?? 'en'
}

/** Creates an unconfirmed account, completely or not at all. Undefined if the address is taken. */
export const insertAccount = async (
  tx: Tx,
  form: Omit<SignUp, 'password' | 'confirmation'>,
  creation: { passwordHash: string; at: Date; confirmed?: boolean },
): Promise<string | undefined> => {
  const { at, passwordHash, confirmed: isConfirmed = false } = creation
  const [user] = await tx
    .insert(userTable)
    .values({
      name: `${form.name} ${form.surname}`,
      email: form.email,
      emailVerified: isConfirmed,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: userTable.id })
  if (!user) return undefined
  await tx
    .insert(accountTable)
    .values({ accountId: user.id, providerId: 'credential', userId: user.id, password: passwordHash })
  await tx.insert(profileTable).values({
    userId: user.id,
    usertype: form.usertype,
    // Installers act on the safety of others, so their data is verified first.
    validation: form.usertype === 'installer' ? 'pending' : 'verified',
    name: form.name,
    surname: form.surname,
    phone: form.phone,
    kind: form.kind,
    piva: form.piva,
    businessname: form.businessname,
    address: form.address,
    language: form.language,
    ageDeclaredAt: at,
    termsAcceptedAt: at,
    nameDeclaredAt: form.nameDeclared ? at : null,
    marketingAt: form.marketing ? at : null,
    profilingAt: form.profiling ? at : null,
    thirdpartsAt: form.thirdparts ? at : null,
    createdAt: at,
  })
  return user.id
}

/** Stores the person's declaration of age and acceptance of the terms; the first time stays. */
export const saveDeclarations = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx
    .update(profileTable)
    .set({ ageDeclaredAt: at, termsAcceptedAt: at })
    .where(and(eq(profileTable.userId, userId), isNull(profileTable.termsAcceptedAt)))
}

/** Replaces a password's hash if the old one is still stored; a salted hash identifies one account. */
export const replacePasswordHash = async (tx: Tx, old: string, renewed: string): Promise<void> => {
  await tx.update(accountTable).set({ password: renewed }).where(eq(accountTable.password, old))
}

/** The person behind a session, with the account's current data. */
const caller = { profile: profileTable, email: userTable.email, name: userTable.name }

const toCaller = (row: { profile: ProfileRow; email: string; name: string }, sessionId: string): User => {
  const { profile, email, name } = row
  return {
    kind: 'user',
    userId: profile.userId,
    sessionId,
    usertype: profile.usertype,
    scope: profile.scope,
    suspended: profile.validation !== 'verified',
    // The sign-up form asks everybody, an office account is made by its operator.
    declarationsMissing: profile.termsAcceptedAt === null && profile.usertype !== 'admin',
    name,
    email,
    language: profile.language,
    token: null,
  }
}

export const findCaller = async (tx: Tx, userId: string, sessionId: string): Promise<User | null> => {
  const [row] = await tx
    .select(caller)
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, profileTable.userId))
    .where(eq(profileTable.userId, userId))
  return row ? toCaller(row, sessionId) : null
}

/** The person of a session, while it is valid. */
export const findSignedIn = async (tx: Tx, userId: string, sessionId: string): Promise<User | null> => {
  const [row] = await tx
    .select(caller)
    .from(sessionTable)
    .innerJoin(profileTable, eq(profileTable.userId, sessionTable.userId))
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .where(and(eq(sessionTable.id, sessionId), eq(sessionTable.userId, userId), gt(sessionTable.expiresAt, sql`now()`)))
  return row ? toCaller(row, sessionId) : null
}

const recentPlantsOf = async (tx: Tx, recent: string[], visible: string[]) => {
  const ids = recent.filter((id) => visible.includes(id))
  if (ids.length === 0) return []
  const rows = await tx
    .select({ plant_id: plantTable.id, plantname: plantTable.plantname, removedAt: plantTable.removedAt })
    .from(plantTable)
    .where(inArray(plantTable.id, ids))
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.plant_id === id && one.removedAt === null)
    return row ? [{ plant_id: row.plant_id, plantname: row.plantname }] : []
  })
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** A person's own data; `filterVisible` limits the recent plants to those with access. */
export const findUserInfos = async (
  tx: Tx,
  userId: string,
  support: UserInfos['support'],
  filterVisible: (plantIds: string[]) => Promise<string[]>,
): Promise<UserInfos | undefined> => {
  const [row] = await tx
    .select({ profile: profileTable, email: userTable.email })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, profileTable.userId))
    .where(eq(profileTable.userId, userId))
  if (!row) return undefined
  const { profile, email } = row
  return {
    userid: userId,
    email,
    picture: await pictureAddress(tx, { userId }),
    usertype: profile.usertype,
    scope: profile.scope,
    validation: profile.validation,
    validation_reason: profile.validationReason,
    name: profile.name,
    surname: profile.surname,
    phone: profile.phone,
    kind: profile.kind,
    piva: profile.piva,
    businessname: profile.businessname,
    address: profile.address,
    consents: {
      marketing: iso(profile.marketingAt),
      profiling: iso(profile.profilingAt),
      thirdparts: iso(profile.thirdpartsAt),
    },
    nominaAccepted: iso(profile.nominaAcceptedAt),
    disclaimerPhotoAccepted: iso(profile.disclaimerPhotoAcceptedAt),
    language: profile.language,
    appConfig: profile.appConfig,
    recentPlants: await recentPlantsOf(tx, profile.recentPlants, await filterVisible(profile.recentPlants)),
    support,
    version: profile.version,
  }
}

export const updateProfile = async (
  tx: Tx,
  userId: string,
  change: PgUpdateSetSource<typeof profileTable>,
): Promise<void> => {
  await tx.update(profileTable).set(change).where(eq(profileTable.userId, userId))
}

/** The current version plus one. */
export const nextProfileVersion = sql<number>`${profileTable.version} + 1`

export type WrittenProfile = Pick<
  ProfileRow,
  'name' | 'surname' | 'phone' | 'kind' | 'piva' | 'businessname' | 'address'
>

/** Saves a person's own data if the version is unchanged; false after a concurrent save. */
export const saveProfileIfVersion = async (
  tx: Tx,
  userId: string,
  version: number,
  profile: WrittenProfile,
): Promise<boolean> => {
  const savedRows = await tx
    .update(profileTable)
    .set({ ...profile, version: nextProfileVersion })
    .where(and(eq(profileTable.userId, userId), eq(profileTable.version, version)))
    .returning({ version: profileTable.version })
  if (savedRows.length === 0) return false
  await tx
    .update(userTable)
    .set({ name: `${profile.name} ${profile.surname}` })
    .where(eq(userTable.id, userId))
  return true
}

/**
 * Merges preferences in one statement, so concurrent saves lose nothing and cannot exceed the limit together. Undefined
 * above the limit.
 */
export const addToAppConfig = async (
  tx: Tx,
  userId: string,
  addedConfig: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> => {
  const mergedConfig = sql`(${profileTable.appConfig} || ${JSON.stringify(addedConfig)}::jsonb)`
  const [row] = await tx
    .update(profileTable)
    .set({ appConfig: mergedConfig })
    .where(
      and(
        eq(profileTable.userId, userId),
        sql`octet_length(${mergedConfig}::text) <= ${appConfigLimits.bytes}`,
        sql`(select count(*) from jsonb_object_keys(${mergedConfig})) <= ${appConfigLimits.keys}`,
      ),
    )
    .returning({ appConfig: profileTable.appConfig })
  return row?.appConfig
}

/** Decides on an account; undefined if its state does not allow the decision, it is an office, or it does not exist. */
export const decideValidation = async (
  tx: Tx,
  userId: string,
  decision: {
    validation: ValidationDecision
    was: ValidationState
    reason: string | null
    identity: IdentityCheck | null
    by: string
    at: Date
  },
): Promise<{ email: string; language: Language; was: ValidationState } | undefined> => {
  const { validation, was: previousValidation } = decision
  // Closing an account is allowed from one state only; opening it, from the state seen by the office.
  const from: ValidationState[] =
    validation === 'verified' ? [previousValidation] : [...statesAllowingDecision[validation]]
  const [row] = await tx
    .update(profileTable)
    .set({
      validation,
      validationReason: decision.reason,
      validationBy: decision.by,
      validationAt: decision.at,
      ...(decision.identity && {
        identityMethod: decision.identity.method,
        identityCheckedOn: decision.identity.checkedOn,
      }),
    })
    .where(
      and(eq(profileTable.userId, userId), ne(profileTable.usertype, 'admin'), inArray(profileTable.validation, from)),
    )
    .returning({ language: profileTable.language })
  if (!row) return undefined
  const [user] = await tx.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, userId))
  return user ? { email: user.email, language: row.language, was: from[0] ?? previousValidation } : undefined
}

/** The account under decision by the office. */
export const findDecidedProfile = async (tx: Tx, userId: string) => {
  const { usertype, kind, identityCheckedOn } = profileTable
  const [row] = await tx
    .select({ usertype, kind, identityCheckedOn })
    .from(profileTable)
    .where(eq(profileTable.userId, userId))
  return row
}

type StoredIdentity = Pick<typeof profileTable.$inferSelect, 'identityMethod' | 'identityCheckedOn'>

export const toIdentityCheck = ({ identityMethod: method, identityCheckedOn: checkedOn }: StoredIdentity) =>
  method && checkedOn ? { method, checkedOn } : null
