export function EditTaskPage() { return null; }
