import { unitId } from '@vigilux/device-plane/topics.ts'
import { findUserByEmail, insertAccount, updateProfile } from '../features/accounts/index.ts'
import { acquireUnit, insertUnit } from '../features/central-units/index.ts'
import { addAdminArea, addMember } from '../features/members/index.ts'
import { grantPro, insertPlant } from '../features/plants/index.ts'
import { fail } from '../kernel/refusal.ts'
import type { Tx } from '../kernel/transaction.ts'
import { type DemoAccount, demoAccounts, demoEmail } from './demo-accounts.ts'
import { nameOfUnit } from './demo-names.ts'
import { demoPlants } from './demo-plants.ts'
import { readEstate } from './estate-file.ts'

const yearMs = 365 * 86_400_000

export type Seeding = { tx: Tx; passwordHash: string; at: Date }

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** An account of the demo, or one like it under another name. */
export const seedAccount = async ({ tx, passwordHash, at }: Seeding, account: DemoAccount): Promise<string> => {
  const form = {
    usertype: account.usertype === 'admin' ? ('basic' as const) : account.usertype,
    kind: 'company' as const,
    email: demoEmail(account),
    name: 'Demo',
    surname: capital(account.name),
    phone: '',
    businessname: account.usertype === 'installer' ? 'Demo Impianti' : '',
    piva: '',
    address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
    language: 'en' as const,
    ageDeclared: true as const,
    termsAccepted: true as const,
    marketing: false,
    profiling: false,
    thirdparts: false,
  }
  const userId =
    (await insertAccount(tx, form, { passwordHash, at, confirmed: true })) ?? fail('UsernameExistsException')
  await updateProfile(tx, userId, {
    usertype: account.usertype,
    scope: account.scope ?? null,
    validation: account.suspended ? 'pending' : 'verified',
  })
  if (account.scope === 'ba') await addAdminArea(tx, { userId, country: 'IT', prov: '' })
  return userId
}

const seedPlant = async ({ tx, at }: Seeding, key: string, members: ReadonlyMap<DemoAccount, string>) => {
  const plant = demoPlants[key] ?? fail('PLANT_NOT_FOUND')
  const [installer] = members.values()
  const { id: plantId } = await insertPlant(tx, plant.draft, { userId: installer ?? '', at, idempotencyKey: null })
  if (plant.pro) await grantPro(tx, plantId, new Date(at.getTime() + yearMs))
  for (const [{ role }, userId] of members)
    if (role) await addMember(tx, { plantId, userId, role, invitedBy: null, since: at })
  return plantId
}

/** Fills an empty database with the demo's accounts and plants; one that has them is left alone. */
export const seedDemo = async (
  tx: Tx,
  estatePath: string,
  made: { hashPassword(password: string): Promise<string>; password: string; at: Date },
): Promise<void> => {
  const [first] = demoAccounts
  if (first && (await findUserByEmail(tx, demoEmail(first)))) return
  const seeding: Seeding = { tx, passwordHash: await made.hashPassword(made.password), at: made.at }
  const members = new Map<DemoAccount, string>()
  for (const account of demoAccounts) members.set(account, await seedAccount(seeding, account))
  const plantIds = new Map<string, string>()
  for (const key of Object.keys(demoPlants)) plantIds.set(key, await seedPlant(seeding, key, members))
  for (const unit of readEstate(estatePath)) {
    const { type, serial, enrolled, plant } = unit
    const plantId = plant && plantIds.get(plant)
    if (!enrolled || !plantId) continue
    const row = { plantId, cuType: type, cuId: serial, ...nameOfUnit(unit), addedAt: made.at }
    await insertUnit(tx, row)
    await acquireUnit(tx, plantId, unitId(type, serial))
  }
}
