export { ProCard } from './ProCard.tsx'
