import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { readDeadLetters } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'
import { enrolSpeaker, speakerLife as life, type Speaker } from '../support/unit-speaker.ts'

/** Bad messages of a unit do not delay its good ones. */
let product: RunningProduct
let mixingUnit: Speaker

const unit = 'logica_0BAD04'
const within5s = { timeout: 5_000 }

beforeAll(async () => {
  product = await startProduct({
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
    credentialsFor: [unit],
  })
  const installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  mixingUnit = await enrolSpeaker(product, installer, plants[0]?.plant_id ?? '', unit)
})
afterAll(async () => {
  await mixingUnit?.end()
  await product?.stop()
})

/** Sends 600 good records and 12 bad messages among them. */
const sendSeries = async (first: number, sendBad: (seq: number) => Promise<unknown>) => {
  const seqs = Array.from({ length: 612 }, (_, n) => first + n)
  const isBad = (seq: number) => seq % 51 === 7
  await Promise.all(seqs.map((seq) => (isBad(seq) ? sendBad(seq) : mixingUnit.record(seq))))
  return { badSeqs: seqs.filter(isBad), goodSeqs: seqs.filter((seq) => !isBad(seq)) }
}
const expectAcknowledged = (seqs: number[]) =>
  vi.waitFor(() => expect(seqs.filter((seq) => !mixingUnit.acknowledged.includes(seq))).toEqual([]), within5s)

describe('bad messages among 600 good records of one unit', () => {
  it('that are unreadable are set aside, and good ones are acknowledged within 5 s', async () => {
    const { badSeqs, goodSeqs } = await sendSeries(0, (seq) => mixingUnit.record(seq, 'unheard.of'))
    await expectAcknowledged(goodSeqs)
    await expectAcknowledged(badSeqs)
    const letters = await readDeadLetters(product.config, unit)
    expect(letters.filter(({ reason }) => reason === 'body')).toHaveLength(12)
  })

  it('that cannot be stored are set aside, and good ones are acknowledged within 5 s', async () => {
    const body = { v: ['1\0', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] }
    const { goodSeqs } = await sendSeries(1_000, (seq) =>
      mixingUnit.publish('shadow', JSON.stringify({ life, boot: 1, seq, at: new Date().toISOString(), body })),
    )
    await expectAcknowledged(goodSeqs)
    await pollUntil('the letters', async () => {
      const letters = await readDeadLetters(product.config, unit)
      return letters.filter(({ tries }) => tries === 3).length === 12
    })
  })
})
