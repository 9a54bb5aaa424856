import { useAnswer } from '../../shared/api/use-answer.ts'
import { countsRefetchMs } from './SummaryPage.tsx'

export const useOfficeStats = () => useAnswer('getOfficeFigures', {}, { refetchInterval: countsRefetchMs })
