export type { ActionInput, ActionName, ActionOutput } from '@vigilux/contract/actions.ts'
