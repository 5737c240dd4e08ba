export function StudentSkeleton() {
  return (
    <div role="status" aria-busy="true" className="skeletons">
      <span className="visually-hidden">Loading the task</span>
      <i style={{ width: 90, height: 24 }} />
      <i style={{ width: "70%", height: 36 }} />
      <i style={{ width: "45%", height: 18 }} />
      <i style={{ height: 132 }} />
      <i style={{ height: 190 }} />
      <i style={{ height: 190 }} />
      <i style={{ height: 120 }} />
    </div>
  );
}
