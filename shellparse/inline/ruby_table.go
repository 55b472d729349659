package inline

// rubyTable is what methods of ruby's classes do, by class and name.
var rubyTable = [...]call{
	{names: "File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.safe_unlink Pathname#delete Pathname#unlink FileUtils.remove_file", like: "rm -f -- $@"},
	{names: "FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_dir Pathname#rmtree Pathname#remove_dir", like: "rm -rf -- $@"},
	{names: "Dir.rmdir Dir.delete Dir.unlink FileUtils.rmdir Pathname#rmdir", like: "rmdir -- $1"},
	{names: "Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs FileUtils.mkpath Pathname#mkdir Pathname#mkpath", like: "mkdir -p -- $1"},
	{names: "File.rename FileUtils.mv FileUtils.move Pathname#rename", like: "mv -f -- $1 $2"},
	{names: "FileUtils.cp FileUtils.copy FileUtils.copy_file IO.copy_stream FileUtils.install", like: "cp -- $1 $2"},
	{names: "FileUtils.cp_r FileUtils.copy_entry", like: "cp -r -- $1 $2"},
	{names: "File.link FileUtils.ln FileUtils.link Pathname#make_link", like: "ln -- $1 $2"},
	{names: "File.symlink FileUtils.ln_s FileUtils.ln_sf FileUtils.symlink Pathname#make_symlink", like: "ln -s -- $1 $2"},
	{names: "FileUtils.touch", like: "touch -- $1"},
	{names: "FileUtils.chmod_R", like: "chmod -R $1 $2"},
	{names: "FileUtils.chown", like: "chown $1:$2 $3"},
	{names: "FileUtils.chown_R", like: "chown -R $1:$2 $3"},
	{names: "File.chown File.lchown", like: "chown $1:$2 $3"},
	{names: "File.truncate Pathname#truncate", like: "> $1"},
	{names: "File.write IO.write File.binwrite IO.binwrite Pathname#write Pathname#binwrite", like: "> $1 << $2"},
	{names: "File.mkfifo", like: "mkfifo -- $1"},
	{names: "File.read IO.read File.readlines IO.readlines File.foreach IO.foreach File.binread IO.binread Pathname#read Pathname#readlines Pathname#each_line Pathname#binread YAML.load_file JSON.load_file CSV.read CSV.foreach CSV.table YAML.safe_load_file", like: "< $1"},
	{names: "Dir.chroot", like: "chroot $1"},
	{names: "Net::HTTP.get Net::HTTP.get_response Net::HTTP.get_print URI.open OpenURI.open_uri HTTParty.get RestClient.get Faraday.get HTTP.get Excon.get URI.read", like: "curl $1"},
	{names: "Net::HTTP.post Net::HTTP.post_form HTTParty.post RestClient.post Faraday.post HTTP.post Excon.post HTTParty.put RestClient.put Faraday.put HTTP.put Net::HTTP.put", like: "curl -d @- $1"},
	{names: "HTTParty.delete RestClient.delete Faraday.delete HTTP.delete Excon.delete", like: "curl -X DELETE $1"},
	{names: "Net::HTTP.start Net::HTTP.new", like: "curl $1"},
	{names: "TCPSocket.new TCPSocket.open Socket.tcp UDPSocket.open TCPSocket.gethostbyname OpenSSL::SSL::SSLSocket.open", like: "nc $1 $2"},
	{names: "UNIXSocket.new UNIXSocket.open", like: "nc -U $1"},
	{names: "Socket.tcp_server_loop Socket.udp_server_loop", like: "nc -l $1"},
	{names: "Net::FTP.new Net::FTP.open", like: "ftp $1"},
	{names: "Net::SSH.start Net::SCP.start Net::SFTP.start", like: "ssh $1"},
	{names: "Net::SMTP.start Net::SMTP.new", like: "nc $1 ${2:-25}"},
	{names: "Mail.deliver Pony.mail", like: "sendmail -t"},
	{names: "Marshal.load Marshal.restore YAML.unsafe_load YAML.unsafe_load_file Psych.unsafe_load Oj.object_load", like: "opaque: $1"},
	{names: "Fiddle.dlopen Fiddle::Function.new Fiddle::Handle.new DL.dlopen FFI::DynamicLibrary.open FFI::Function.new Win32API.new RubyVM::InstructionSequence.load RubyVM::InstructionSequence.load_from_binary", like: "opaque: $1"},
	{names: "PTY.spawn PTY.getpty Process.spawn Process.exec Kernel.system Kernel.exec Kernel.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline Open3.pipeline_r Open3.pipeline_w Open3.pipeline_rw Open3.pipeline_start IO.popen", like: "run: $@"},
	{names: "Process.setproctitle Process.clock_gettime Process.pid"},
}

// rubyTelling are methods whose names tell what they do, whatever the object.
var rubyTelling = [...]call{
	{names: "unlink", like: "rm -f -- $1"},
	{names: "rmtree", like: "rm -rf -- $1"},
	{names: "rmdir", like: "rmdir -- $1"},
	{names: "exec! ssh_exec!", like: "ssh $1 $2"},
}

// rubyPlain are the methods of FileUtils, which an include gives plain names.
const rubyPlain = "rm rm_f rm_r rm_rf rmtree rmdir remove remove_dir remove_entry remove_entry_secure remove_file mkdir mkdir_p makedirs mkpath mv move cp copy cp_r ln ln_s ln_sf touch chmod chmod_R chown chown_R install safe_unlink"
