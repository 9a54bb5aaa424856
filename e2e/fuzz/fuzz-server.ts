import { readFileSync } from 'node:fs'
import { createLog } from '../../server/src/adapters/log.ts'
import { openProduct } from '../../server/src/composition/product.ts'
import type { Config } from '../../server/src/config/config.ts'
import { demoPassword } from '../../server/src/demo/demo-accounts.ts'
import { demoPlants } from '../../server/src/demo/demo-plants.ts'
import { seedAccount } from '../../server/src/demo/seed-demo.ts'
import { acquireUnit, insertUnit } from '../../server/src/features/central-units/index.ts'
import { addMember } from '../../server/src/features/members/index.ts'
import { grantPro, insertPlant } from '../../server/src/features/plants/index.ts'
import { refusable } from '../../server/src/kernel/work.ts'
import { fuzzAccounts, fuzzUnits, idleAccount, idOf, tenants } from './estate.ts'
import type { FromServer, ToServer } from './server-process.ts'

/**
 * The server under fuzz, in a separate process, whose end does not end the run. Undeclared answers and refusals count
 * as failures. Takes a file with its configuration.
 */
const { config, scale } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { config: Config; scale: number }

const product = await openProduct({ config, log: createLog('warn'), checkOutput: true })
const accounts = fuzzAccounts(scale)
const at = new Date()
const yearMs = 365 * 86_400_000

type Seeded = { plantIds: string[]; userIds: Map<string, string>; idlePlant: { userId: string; plantId: string } }

const seededData = await product.inTransaction(async (work): Promise<Seeded> => {
  const seeding = { work, passwordHash: await product.hashPassword(demoPassword), at }
  const userIds = new Map<string, string>()
  for (const account of accounts) userIds.set(account.name, await seedAccount(seeding, account))
  const idleUserId = await seedAccount(seeding, idleAccount)
  const plantIds: string[] = []
  for (const { draft } of Object.values(demoPlants).slice(0, tenants + 1)) {
    const id = await insertPlant(refusable(work), draft, { userId: idleUserId, at })
    await grantPro(work.tx, id, new Date(at.getTime() + yearMs))
    plantIds.push(id)
  }
  const idlePlantId = plantIds.pop()
  if (!idlePlantId) throw new Error('there is no plant for idle people')
  await addMember(work.tx, {
    plantId: idlePlantId,
    userId: idleUserId,
    role: 'clientOwner',
    invitedBy: null,
    since: at,
  })
  for (const unit of fuzzUnits()) {
    const plantId = plantIds[unit.tenant] ?? ''
    if (!unit.isEnrolled) continue
    const { cuType, cuId } = unit
    await insertUnit(work, { plantId, cuType, cuId, description: `Unit ${cuId}`, location: '', addedAt: at })
    await acquireUnit(work, plantId, idOf(unit))
  }
  return { plantIds, userIds, idlePlant: { userId: idleUserId, plantId: idlePlantId } }
})

/** Restores memberships and archived plants, because the inputs change them all the time. */
const restoreState = async () => {
  const { pool } = product.database
  const rows = accounts.map(({ name, tenant, role = null, usertype, suspended, scope = null }) => ({
    userId: seededData.userIds.get(name),
    plantId: seededData.plantIds[tenant],
    role,
    usertype,
    scope,
    validation: suspended ? 'pending' : 'verified',
  }))
  const parts = `jsonb_to_recordset($1::jsonb) as part("userId" uuid, "plantId" uuid, role text, usertype text, scope text, validation text)`
  await pool.query(
    `update profile set usertype = part.usertype, scope = part.scope, validation = part.validation from ${parts}
     where user_id = part."userId" and
       (profile.usertype, profile.scope, profile.validation) is distinct from (part.usertype, part.scope, part.validation)`,
    [JSON.stringify(rows)],
  )
  await pool.query(
    `insert into plant_member (plant_id, user_id, role, since) select "plantId", "userId", role, now() from ${parts}
     where role is not null on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  await pool.query('update plant set archived_at = null where id = any($1) and archived_at is not null', [
    seededData.plantIds,
  ])
}

/** Memory after garbage collection. */
const memory = () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}

const answer = (message: FromServer) => process.send?.(message)

process.on('message', (message: ToServer) => {
  if (message === 'memory') answer({ kind: 'memory', ...memory() })
  else
    void restoreState()
      .catch(() => undefined)
      .then(() => answer({ kind: 'tended' }))
})
process.once('SIGTERM', () => void product.stop().then(() => process.exit(0)))
await restoreState()
await product.listen()
answer({
  kind: 'ready',
  plantIds: seededData.plantIds,
  idlePlant: seededData.idlePlant,
  mqttUrl: product.mqttUrl,
})
