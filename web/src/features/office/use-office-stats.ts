import { useAnswer } from '../../shared/api/use-answer.ts'

/** Refetch interval of a list's totals; its lines are updated by events. */
export const countsRefetchMs = 30_000

export const useOfficeStats = () => useAnswer('getOfficeFigures', {}, { refetchInterval: countsRefetchMs })
