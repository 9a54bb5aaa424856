export { AttachmentsCard } from './AttachmentsCard.tsx'
