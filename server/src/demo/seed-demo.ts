import { createHash, randomBytes } from 'node:crypto'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { findUserByEmail, insertAccount, updateProfile } from '../features/accounts/index.ts'
import { acquireUnit, insertUnit } from '../features/central-units/index.ts'
import { addLampNotes, type LampNote } from '../features/lamps/index.ts'
import { addAdminArea, addMember, insertInvitation } from '../features/members/index.ts'
import { insertPastErrorWeeks, saveOfficeNoteIfVersion } from '../features/office/index.ts'
import { grantPro, insertPlant } from '../features/plants/index.ts'
import { refusable, type Work } from '../kernel/work.ts'
import { dayIn, startOfDay } from '../kernel/zoned.ts'
import { type DemoAccount, demoAccounts, demoEmail, demoName } from './demo-accounts.ts'
import type { Crew } from './demo-audit.ts'
import { nameOfLamp, nameOfUnit } from './demo-names.ts'
import { corePlants, type DemoPlant, demoPlants } from './demo-plants.ts'
import { type DemoEstateFile, type DemoUnit, type DescribedUnit, readEstate } from './estate-file.ts'
import { dayMs, yearMs } from './past-batteries.ts'
import { type SeededPlaces, type SeededPlant, type SeededUnit, seedPast, seedPlaces } from './seed-past.ts'
import { seedScenes } from './seed-scenes.ts'

/** Milliseconds for which the demo's pending invitation is open, equal to the product's default. */
const invitationMs = 14 * dayMs
const invitingPlant = 'school'

const daysBefore = (from: Date, days: number): Date => new Date(from.getTime() - days * dayMs)

export type Seeding = { work: Work; passwordHash: string; at: Date }

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const noCompany = {
  businessname: '',
  piva: '',
  address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
}

/** Creates an account of the demo, or a similar one under another name. */
export const seedAccount = async ({ work, passwordHash, at }: Seeding, account: DemoAccount): Promise<string> => {
  const {
    name,
    surname,
    company = noCompany,
    phone = '',
  } = account.person ?? {
    name: 'Demo',
    surname: capitalize(account.name),
  }
  const form = {
    usertype: account.usertype === 'admin' ? ('basic' as const) : account.usertype,
    kind: company === noCompany ? ('person' as const) : ('company' as const),
    email: demoEmail(account),
    name,
    surname,
    phone,
    ...company,
    language: 'en' as const,
    ageDeclared: true as const,
    termsAccepted: true as const,
    marketing: false,
    profiling: false,
    thirdparts: false,
  }
  const userId = await insertAccount(work.tx, form, { passwordHash, at, confirmed: true })
  if (!userId) throw new Error(`${form.email} has an account already`)
  await updateProfile(work.tx, userId, {
    usertype: account.usertype,
    scope: account.scope ?? null,
    validation: account.suspended ? 'pending' : 'verified',
  })
  if (account.scope === 'ba') await addAdminArea(work.tx, { userId, country: 'IT', prov: '' })
  return userId
}

type Members = ReadonlyMap<DemoAccount, string>

/** Start of a day of the plant, like any end of Pro. */
const proUntil = ({ isExpired, draft: { timezone } }: DemoPlant, now: Date): Date =>
  startOfDay(dayIn(new Date(now.getTime() + (isExpired ? -40 * dayMs : yearMs)), timezone), timezone)

/** @param since when the plant was made; `at` is now */
const seedPlant = async ({ work, at }: Seeding, plant: DemoPlant, members: Members, since: Date) => {
  const [installer] = members.values()
  const creation = { userId: installer ?? '', at: since }
  const plantId = await insertPlant(refusable(work), plant.draft, creation)
  if (plant.pro) await grantPro(work.tx, plantId, proUntil(plant, at))
  for (const [{ role }, userId] of members)
    if (role) await addMember(work.tx, { plantId, userId, role, invitedBy: null, since })
  return plantId
}

const seedUnit = async (work: Work, plantId: string, unit: DemoUnit, addedAt: Date) => {
  const { type, serial } = unit
  const row = await insertUnit(work, { plantId, cuType: type, cuId: serial, ...nameOfUnit(unit), addedAt })
  await acquireUnit(work, plantId, unitId(type, serial))
  return row
}

const notesOf = ({ key, units }: SeededPlant): LampNote[] =>
  units.flatMap(({ row, described }) =>
    described.lamps.flatMap(({ addr, serial }) => {
      const name = nameOfLamp(key, addr)
      return name ? [{ centralUnitId: row.id, serial, ...name }] : []
    }),
  )

const idOf = (members: Members, account: string): string => {
  const found = [...members].find(([{ name }]) => name === account)
  if (!found) throw new Error(`the demo has no ${account}`)
  return found[1]
}

const crewOf = (members: Members): Crew => {
  const memberIdOf = (account: string): string => idOf(members, account)
  return {
    installer: memberIdOf('installer'),
    technician: memberIdOf('staff'),
    readonly: memberIdOf('readonly'),
    owner: memberIdOf('owner'),
    delegate: memberIdOf('delegate'),
  }
}

const seedInvitation = async ({ work, at }: Seeding, plantId: string, sentBy: string): Promise<void> => {
  const sentAt = daysBefore(at, 0.1)
  const expiresAt = new Date(sentAt.getTime() + invitationMs)
  // Nobody knows the link of its mail: a person who signs in with the address finds the invitation there.
  const tokenHash = createHash('sha256').update(randomBytes(24)).digest('hex')
  const email = demoEmail({ name: 'basic' })
  await insertInvitation(work.tx, { plantId, email, role: 'clientStaff', tokenHash, sentBy, sentAt, expiresAt })
}

export type SeedOptions = {
  hashPassword(password: string): Promise<string>
  password: string
  at: Date
  /** Describes the simulator's units: with it lamps have names, and plants the past of the estate. */
  describe?: () => Promise<readonly DescribedUnit[]>
}

/** Common data for creating the demo. */
type SeedContext = Seeding & {
  estate: DemoEstateFile
  described: ReadonlyMap<string, DescribedUnit>
  members: Members
  /** When the plants were taken into use. */
  from: Date
  /** The moment `days` earlier; without a past in the estate, the present. */
  before(days: number): Date
}

const seedUnits = async ({ work, estate, described, before }: SeedContext, key: string, plantId: string) => {
  const units: SeededUnit[] = []
  for (const unit of estate.units.filter(({ enrolled, plant }) => enrolled && plant === key)) {
    const row = await seedUnit(work, plantId, unit, before(1))
    const describedUnit = described.get(unitId(unit.type, unit.serial))
    if (row && describedUnit) units.push({ row, described: describedUnit })
  }
  return units
}

/** A plant with its units and its past. */
const seedWholePlant = async (
  context: SeedContext,
  key: string,
  plant: DemoPlant,
): Promise<SeededPlaces | undefined> => {
  const { work, estate, from, at, members, before } = context
  const id = await seedPlant(context, plant, members, before(3))
  const { plantname: name, timezone } = plant.draft
  const seeded = { key, id, name, timezone, units: await seedUnits(context, key, id) }
  await addLampNotes(work.tx, notesOf(seeded))
  const officeNote = { contract: '', chain: plant.chain ?? '', note: '', version: 0 }
  if (plant.chain)
    await saveOfficeNoteIfVersion(work.tx, id, officeNote, { savedBy: idOf(members, 'nto'), savedAt: before(2) })
  if (!estate.years || seeded.units.length === 0) return undefined
  const crew = crewOf(members)
  const places = await seedPlaces(work.tx, seeded, at.getTime())
  await seedScenes(work.tx, seeded, { by: { userId: crew.installer, name: demoName('installer') }, now: at })
  const expiry = plant.pro ? proUntil(plant, at) : null
  await seedPast(work, seeded, { crew, from: from.getTime(), now: at.getTime(), expiry })
  if (key === invitingPlant) await seedInvitation(context, id, crew.installer)
  return places
}

/** Plants with errors in the weeks before the demo, oldest first. */
const pastErrorWeeks = [5, 5, 6, 6, 7, 6, 6, 5, 6, 5, 5, 5, 4, 5, 4, 4, 4, 3, 3, 3, 2, 3, 2, 2]

/** Plants are a week older than the past of their estate, and start today without one. */
const startOfUse = ({ years }: DemoEstateFile, at: Date): Date =>
  years ? new Date(at.getTime() - years * yearMs + 7 * dayMs) : at

/**
 * Fills an empty database with the demo's accounts and plants, and returns the places of plants. A filled database
 * stays unchanged.
 */
export const seedDemo = async (work: Work, estatePath: string, options: SeedOptions): Promise<SeededPlaces[]> => {
  const [first] = demoAccounts
  if (first && (await findUserByEmail(work.tx, demoEmail(first)))) return []
  const { at } = options
  const estate = readEstate(estatePath)
  const from = startOfUse(estate, at)
  const before = (days: number): Date => (estate.years ? daysBefore(from, days) : at)
  const described = new Map((await options.describe?.())?.map((one) => [one.unit, one]))
  const passwordHash = await options.hashPassword(options.password)
  const members = new Map<DemoAccount, string>()
  for (const account of demoAccounts)
    members.set(account, await seedAccount({ work, passwordHash, at: before(5) }, account))
  const plantKeys = new Set([...corePlants, ...estate.units.map(({ plant }) => plant)])
  const context = { work, passwordHash, at, estate, described, members, from, before }
  const places: SeededPlaces[] = []
  for (const [key, plant] of Object.entries(demoPlants)) {
    const seededPlaces = plantKeys.has(key) ? await seedWholePlant(context, key, plant) : undefined
    if (seededPlaces) places.push(seededPlaces)
  }
  if (estate.years) await insertPastErrorWeeks(work.tx, at, pastErrorWeeks)
  return places
}
