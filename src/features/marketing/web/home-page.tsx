export default function HomePage() {
  return <h1 className="text-3xl">Find the path that is yours.</h1>
}
