import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'
import { addMember } from '../members/index.ts'
import { createUnsubscriber } from './unsubscribe.ts'

let plant: PlantWithNotices
beforeEach(async () => {
  plant = await openPlantWithNotices()
})
afterEach(() => plant.server.stop())

const tokenIn = (address: string | undefined): string => address?.split('/unsubscribe/')[1] ?? ''
/** The token in the mail about a failing lamp. */
const readFaultMail = async () => {
  await plant.report(plant.lamp(1, 0))
  await plant.report(plant.lamp(1, 8))
  plant.advanceClock(20_000)
  await plant.processCauses()
  const mail = plant.server.mails.find(({ to }) => to === plant.installer.email)
  return { token: tokenIn(mail?.values.unsubscribeUrl), receivers: plant.server.mails.splice(0).map(({ to }) => to) }
}
const unsubscribe = (token: string) => {
  const { ports, inTransaction } = plant.server
  return createUnsubscriber({ ports, inTransaction })(token, 'request-1')
}
const anonymous = () => plant.server.as({ kind: 'anonymous', address: '127.0.0.1' })
const settings = async () => (await plant.client.call('getNoticeSettings', { plantId: plant.plantId })).settings.kinds

it('unsubscribing ends the kind for that person once, visible in the settings', async () => {
  const { server, plantId } = plant
  const other = await server.create.user()
  const since = server.clock.now()
  await addMember(server.database.db, {
    plantId,
    userId: other.userId,
    role: 'installerStaff',
    invitedBy: null,
    since,
  })
  const { token, receivers } = await readFaultMail()
  expect(receivers).toHaveLength(2)
  const unsubscription = await anonymous().call('getUnsubscription', { token })
  expect(unsubscription.unsubscription).toMatchObject({ kinds: ['functionError'], on: true })
  // Reading it ends nothing.
  expect((await settings()).every(({ mail }) => mail)).toBe(true)
  server.broadcasts.length = 0
  expect(await unsubscribe(token)).toBe(true)
  expect(await unsubscribe(token)).toBe(true)
  expect(server.broadcasts[0]).toMatchObject({ audience: { user: plant.installer.userId }, event: 'noticeSettings' })
  expect((await settings()).filter(({ mail }) => !mail).map(({ kind }) => kind)).toEqual(['functionError'])
  expect((await anonymous().call('getUnsubscription', { token })).unsubscription).toMatchObject({ on: false })
  expect((await readFaultMail()).receivers).toEqual([other.email])
  const audit = await plant.client.call('getAudit', { plantId })
  expect(audit.entries[0]).toMatchObject({ action: 'saveNotificationsOnProfile' })
})

it('altered or invented tokens are refused', async () => {
  const { token } = await readFaultMail()
  const [first = '', ...rest] = token
  const forgedTokens = [
    `${first === 'A' ? 'B' : 'A'}${rest.join('')}`,
    token.slice(0, -4),
    `${token}AAAA`,
    'x'.repeat(100),
    '',
    '../etc',
  ]
  for (const token of forgedTokens) expect(await unsubscribe(token)).toBe(false)
  for (const token of forgedTokens.filter(Boolean))
    expect(await anonymous().call('getUnsubscription', { token })).toEqual({ unsubscription: null })
  expect((await settings()).every(({ mail }) => mail)).toBe(true)
})

it('a token of a former member changes and reveals nothing', async () => {
  const { token } = await readFaultMail()
  await plant.server.create.removePlant(plant.plantId)
  expect(await unsubscribe(token)).toBe(true)
  expect(await anonymous().call('getUnsubscription', { token })).toEqual({ unsubscription: null })
})
