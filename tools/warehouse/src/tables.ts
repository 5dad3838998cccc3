export interface Warehouse { placeholder: { x: string } }
