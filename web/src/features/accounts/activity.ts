import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

const load = async () => (await Promise.all([import('./AccountActivity.tsx'), loadTextBundles('audit')]))[0]

/** With the words by which what is done is named, which no other part of these pages shows. */
export const OwnActivity = lazy(async () => (await load()).OwnActivity)
export const UserActivity = lazy(async () => (await load()).UserActivity)
