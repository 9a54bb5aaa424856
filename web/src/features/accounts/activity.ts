import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

const load = async () => (await Promise.all([import('./AccountActivity.tsx'), loadTextBundles('audit')]))[0]

/** Loads with the texts of audited actions, which no other part of these pages needs. */
export const OwnActivity = lazy(async () => (await load()).OwnActivity)
export const UserActivity = lazy(async () => (await load()).UserActivity)
