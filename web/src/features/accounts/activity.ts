import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

const load = async () => (await Promise.all([import('./AccountActivity.tsx'), needWords('audit')]))[0]

/** With the words by which what is done is named, which no other part of these pages shows. */
export const OwnActivity = later(async () => (await load()).OwnActivity)
export const UserActivity = later(async () => (await load()).UserActivity)
