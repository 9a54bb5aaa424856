export { MakingFor, RegisterButton } from './RegisterButton.tsx'
export { ReportButton } from './ReportButton.tsx'
