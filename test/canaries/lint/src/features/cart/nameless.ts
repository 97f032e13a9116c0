export default function add(): void {}
