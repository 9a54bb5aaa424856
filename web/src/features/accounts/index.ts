export { VatNote } from './VatNote.tsx'
