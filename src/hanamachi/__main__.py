from hanamachi.cli import main

main()
