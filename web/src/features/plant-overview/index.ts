export { attentionLine } from './attention.ts'
