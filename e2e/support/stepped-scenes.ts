import type { ActionInput } from '@vigilux/contract/actions.ts'
import { type ApiClient, createApiClient, pollUntil } from './api-client.ts'
import { startProduct } from './running-product.ts'

const topic = 'logica_0A1B01'
const secondMs = 1_000
const minuteMs = 60_000

type PanelLamp = { level: number; kind: string }
type SceneInput = ActionInput<'saveScene'>['scene']

/**
 * A plant with one unit running scenes. The clocks of server and unit jump to just before each run; everything else is
 * real.
 */
export const openSteppedScenes = async () => {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const unit = { type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }
  const product = await startProduct({ units: [unit], now })
  let api: ApiClient = await createApiClient(product.url).signIn('installer')
  const plantId = await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    const id = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId: id })).total === 12 && id
  })
  const groups = Array.from({ length: 16 }, (_, at) => at + 1)
  const { collection } = await api.call('saveCollection', { plantId, collection: { name: 'All', topic, groups } })
  const clockOf = (at: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' }).format(at)

  return {
    runningProduct: product,
    topic,
    plantId,
    api: () => api,
    /** Sessions expire with the skipped days. */
    signIn: async (): Promise<void> => {
      api = await createApiClient(product.url).signIn('installer')
    },
    /** A full minute some minutes ahead. */
    soon: (): number => Math.ceil(now().getTime() / minuteMs) * minuteMs + 2 * minuteMs,
    /** Moves both clocks to shortly before an instant. */
    stepTo: async (at: number): Promise<void> => {
      aheadMs += Math.max(0, Math.floor((at - 2_000 - now().getTime()) / secondMs) * secondMs)
      await product.panel(topic, 'clock', { offsetS: aheadMs / secondMs })
    },
    /** A scene for all lamps, daily at an instant's time of day. */
    daily: (name: string, at: number, level: number, ramp = false): SceneInput => ({
      name,
      ramp,
      enabled: true,
      collections: [{ id: collection.id, level }],
      activation: {
        mode: 'calendar',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        period: null,
        skipHolidays: false,
        time: { kind: 'exact', at: clockOf(at) },
      },
    }),
    runs: async () => (await api.call('getSceneRuns', { plantId, page: 1 })).runs,
    unitScenes: async () => (await api.call('getUnitScenes', { plantId })).units[0],
    /** Ids of the scenes held by the unit itself, independent of the platform. */
    scenesInUnit: async (): Promise<string[]> => ((await product.panelState(topic)) as { scenes: string[] }).scenes,
    /** Levels shown by the unit's lamps, independent of the platform. */
    levels: async (): Promise<number[]> => {
      const { lamps } = (await product.panelState(topic)) as { lamps: PanelLamp[] }
      return lamps.map(({ level }) => level)
    },
  }
}
