export { AttentionCount } from './AttentionCount.tsx'
