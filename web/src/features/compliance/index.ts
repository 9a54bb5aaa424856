export { ComplianceCard } from './ComplianceCard.tsx'
export { useHeadline } from './use-headline.ts'
