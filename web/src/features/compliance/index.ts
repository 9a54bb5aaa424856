export { ComplianceCard } from './ComplianceCard.tsx'
