import { readFile } from 'node:fs/promises'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import english from './locales/en.json' with { type: 'json' }

export type NoticeTexts = typeof english

export const loadNoticeTexts = async (language: Language): Promise<NoticeTexts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as NoticeTexts
