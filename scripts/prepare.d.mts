export declare const root: string
export declare const buildWeb: () => boolean
