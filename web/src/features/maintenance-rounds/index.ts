import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

const loadRepair = async () => (await Promise.all([import('./LampRepair.tsx'), loadTextBundles('walk')]))[0]

export const BatteryReplaced = lazy(async () => (await loadRepair()).BatteryReplaced, { quiet: true })
export const LampRepairs = lazy(async () => (await loadRepair()).LampRepairs, { quiet: true })
export { OpenRounds } from './OpenRounds.tsx'
