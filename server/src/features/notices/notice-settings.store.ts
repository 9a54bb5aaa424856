import {
  administratorKinds,
  type NoticeChoice,
  type NoticeChoiceChange,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
  type OwnPlantNotices,
} from '@vigilux/contract/features/notices/notice.ts'
import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable as plant } from '../../tables/plants.schema.ts'
import { membershipsAt } from '../members/index.ts'
import { noticeChoiceTable as choice, noticeTimingTable } from './notices.schema.ts'
import { isPreferenceOf, preferenceColumns, toPreference } from './preferences.store.ts'

const kindsOf = (role: PlantRole): NoticeKind[] =>
  noticeKinds.filter((kind) => roleMay(role, 'plant.administer') || !administratorKinds.includes(kind))

/** Channels of a kind when nobody has chosen. */
const choiceOf = (kind: NoticeKind, storedChoice: Pick<NoticeChoice, 'mail' | 'push'> | undefined): NoticeChoice => ({
  kind,
  mail: storedChoice?.mail ?? true,
  push: storedChoice?.push ?? true,
})

export type Receiver = { plantId: string; userId: string }

/** A member's notice choices; undefined when the person is not a member. */
export const findNoticeSettings = async (tx: Tx, { plantId, userId }: Receiver, now: Date) => {
  const member = membershipsAt(now)
  const [row] = await tx
    .select({ on: member.notifications, role: member.role, ...preferenceColumns })
    .from(member)
    .leftJoin(noticeTimingTable, isPreferenceOf(member))
    .where(and(eq(member.plantId, plantId), eq(member.userId, userId)))
  if (!row) return undefined
  const storedChoices = await tx
    .select({ kind: choice.kind, mail: choice.mail, push: choice.push })
    .from(choice)
    .where(and(eq(choice.plantId, plantId), eq(choice.userId, userId)))
  const chosenOf = new Map(storedChoices.map((one) => [one.kind, one]))
  const settings: NoticeSettings = {
    on: row.on,
    kinds: kindsOf(row.role).map((kind) => choiceOf(kind, chosenOf.get(kind))),
    ...toPreference(row),
  }
  return settings
}

/** A person's notice settings for the own plants in use whose name contains a text, by name; and their number. */
export const listOwnSettings = async (
  tx: Tx,
  userId: string,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
  now: Date,
): Promise<{ plants: OwnPlantNotices[]; total: number }> => {
  const member = membershipsAt(now)
  const rows = await tx
    .select({
      plant_id: plant.id,
      plantname: plant.plantname,
      city: plant.city,
      plantOn: plant.notifications,
      on: member.notifications,
      role: member.role,
      ...preferenceColumns,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(member)
    .innerJoin(plant, eq(plant.id, member.plantId))
    .leftJoin(noticeTimingTable, isPreferenceOf(member))
    .where(
      and(
        eq(member.userId, userId),
        isNull(plant.removedAt),
        isNull(plant.archivedAt),
        search ? contains(plant.plantname, search) : undefined,
      ),
    )
    .orderBy(asc(plant.plantname), asc(plant.id))
    .offset((page - 1) * pageSize)
    .limit(pageSize)
  const ids = rows.map(({ plant_id }) => plant_id)
  const storedChoices =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(choice)
          .where(and(eq(choice.userId, userId), inArray(choice.plantId, ids)))
  const chosenOf = new Map(storedChoices.map((one) => [`${one.plantId} ${one.kind}`, one]))
  return {
    plants: rows.map(({ on, role, total: _, rhythm, quietFrom, quietUntil, ...plant }) => ({
      ...plant,
      settings: {
        on,
        ...toPreference({ rhythm, quietFrom, quietUntil }),
        kinds: kindsOf(role).map((kind) => choiceOf(kind, chosenOf.get(`${plant.plant_id} ${kind}`))),
      },
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** The name of an undeleted plant. */
export const findPlantName = async (tx: Tx, plantId: string): Promise<string | undefined> => {
  const [row] = await tx
    .select({ name: plant.plantname })
    .from(plant)
    .where(and(eq(plant.id, plantId), isNull(plant.removedAt)))
  return row?.name
}

/** Saves a member's choices; the last request wins. */
export const saveNoticeChoices = async (
  tx: Tx,
  { plantId, userId }: Receiver,
  kinds: readonly NoticeChoiceChange[],
) => {
  for (const { kind, mail, push } of kinds) {
    const set = { ...(mail !== undefined && { mail }), ...(push !== undefined && { push }) }
    if (Object.keys(set).length === 0) continue
    await tx
      .insert(choice)
      .values({ plantId, userId, kind, ...set })
      .onConflictDoUpdate({ target: [choice.plantId, choice.userId, choice.kind], set })
  }
}
